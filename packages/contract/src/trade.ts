export const TRADE_STATUSES = ['ON_SALE', 'RESERVED', 'SOLD'] as const;
export type TradeStatus = (typeof TRADE_STATUSES)[number];
