/** Where files can be: on the relay's own disk, or in a bucket of an S3 server. */
export const storeNames = ['disk', 's3'] as const
export type StoreName = (typeof storeNames)[number]
