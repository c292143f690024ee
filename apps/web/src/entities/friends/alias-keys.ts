export const aliasKeys = { blocks: ['alias-blocks'] } as const;
