import * as z from 'zod/mini';
import { emailField } from './auth.ts';
import { clientIdField, messageSchema, optionalLine, textField } from './fields.ts';
import { LIMITS } from './limits.ts';
import { post } from './route.ts';
import { TEXTS } from './texts.ts';

/** What somebody without an account reports. */
export const outsideReportBody = z.object({
  /** The address of the content, or words by which staff find it. */
  place: textField(LIMITS.outsidePlaceMax, TEXTS.placeRequired, TEXTS.placeLength),
  reason: textField(LIMITS.inquiryMax, TEXTS.reportReasonRequired, TEXTS.reportReasonLength),
  /** Where the answer goes. */
  email: emailField,
  /** May be empty. */
  name: z.prefault(optionalLine(LIMITS.nameMax, TEXTS.nameFormat), ''),
  /** To the storage of what the form asks for. */
  agreed: z.literal(true, { error: TEXTS.reportConsentRequired }),
  clientId: clientIdField,
});

export const outsideReportRoutes = {
  send: post('/api/report', 'public', {
    summary:
      'Report content without an account; the response never reveals whether it exists (5 an hour for each network address, 50 for each network); a repeated clientId stores it once',
    body: outsideReportBody,
    status: 201,
    response: messageSchema,
    errors: ['REPORT_THROTTLED'],
  }),
};
