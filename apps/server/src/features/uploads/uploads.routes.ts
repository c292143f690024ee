import { chatFileRoutes } from '@naru/contract/chat';
import { attachmentRoutes, fileRoutes, videoRoutes } from '@naru/contract/files';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { mountRoutes } from '../../http/contract-routes.ts';
import { drainBody } from '../../http/request-bodies.ts';
import { sendFile, sendMedia } from '../../http/send-object.ts';
import { AppError, isOverloaded } from '../../platform/errors.ts';
import type { UploadsService } from './uploads.service.ts';
import type { UploadRequest } from './uploads.transfer.ts';

interface Services {
  uploads: UploadsService;
  publicUrl: string;
}

export function uploadsFeature(app: FastifyInstance, { uploads, publicUrl }: Services) {
  const addressOf = (path: string) => new URL(path, publicUrl).href;
  const { pictures, removedPictures, attachments, videos, chatPictures } = uploads;
  const { presign, upload, file } = fileRoutes;
  const { attachmentPresign, attachmentUpload, attachment } = attachmentRoutes;
  const { videoPresign, videoUpload, video } = videoRoutes;
  const { chatPresign, chatUpload, chatFile } = chatFileRoutes;
  mountRoutes(
    app,
    { presign, attachmentPresign, videoPresign, chatPresign },
    {
      presign: async ({ actor, query }) => {
        const { uploadUrl, fileUrl } = await pictures.presign(actor, query.contentType);
        return { uploadUrl: addressOf(uploadUrl), fileUrl: addressOf(fileUrl) };
      },
      attachmentPresign: async ({ actor, query }) => {
        const { uploadUrl, ...rest } = await attachments.presign(actor, query);
        return { uploadUrl: addressOf(uploadUrl), ...rest };
      },
      videoPresign: async ({ actor, query }) => {
        const { uploadUrl, fileUrl, ...rest } = await videos.presign(actor, query);
        return { uploadUrl: addressOf(uploadUrl), fileUrl: addressOf(fileUrl), ...rest };
      },
      chatPresign: async ({ actor, query }) => {
        const { uploadUrl, ...rest } = await chatPictures.presign(actor, query.contentType);
        return { uploadUrl: addressOf(uploadUrl), ...rest };
      },
    },
  );
  mountRoutes(
    app,
    { file, chatFile },
    {
      file: async ({ params, request, reply }) => {
        const shown = await pictures.open(params.name);
        const object = shown ?? (await removedPictures.open(params.name));
        if (object === null) throw new AppError('FILE_NOT_FOUND');
        const media = { ...params, type: 'image/webp', object, isPrivate: shown === null };
        await sendMedia(media, request, reply);
      },
      chatFile: async ({ params, request, reply }) => {
        const object = await chatPictures.open(params.name);
        if (object === null) throw new AppError('FILE_NOT_FOUND');
        const media = { ...params, type: 'image/webp', object, isPrivate: true };
        await sendMedia(media, request, reply);
      },
    },
    { isMetered: false },
  );
  mountRoutes(
    app,
    { video },
    {
      video: async ({ params, request, reply }) => {
        const found = await videos.open(params.name);
        if (found === null) throw new AppError('FILE_NOT_FOUND');
        const { object, contentType: type } = found;
        await sendMedia({ ...params, type, object }, request, reply);
      },
    },
    { isMetered: false, isCompressed: false },
  );
  mountRoutes(
    app,
    { attachment },
    {
      attachment: async ({ params, request, reply }) =>
        sendFile(await attachments.open(params.token), request, reply),
    },
    { isCompressed: false },
  );
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, body, done) => done(null, body));
    mountRoutes(
      scope,
      { upload, attachmentUpload, videoUpload, chatUpload },
      {
        upload: receive(pictures.upload),
        attachmentUpload: receive(attachments.upload),
        videoUpload: receive(videos.upload),
        chatUpload: receive(chatPictures.upload),
      },
    );
  });
}

interface Put {
  params: { token: string };
  request: FastifyRequest;
  reply: FastifyReply;
}

function receive(upload: (request: UploadRequest) => Promise<void>) {
  return async ({ params, request, reply }: Put): Promise<void> => {
    try {
      await upload({
        token: params.token,
        contentType: request.headers['content-type'],
        declaredBytes: readLength(request.headers['content-length']),
        body: request.raw,
      });
    } catch (error) {
      // Of one refused before its body Node reads the rest, so that its client learns when to send it again.
      if (!isOverloaded(error)) drainBody(request.raw, reply);
      throw error;
    }
    reply.send();
  };
}

function readLength(header: string | undefined): number | null {
  return header === undefined ? null : Number(header);
}
