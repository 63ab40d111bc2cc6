export const storeNames = ['disk', 's3'] as const
export type StoreName = (typeof storeNames)[number]
