export const refusalCauses = [
  ...(['blocked', 'not-listed', 'not-invited', 'not-paid', 'not-trusted', 'word', 'address', 'kind'] as const),
  ...(['media-type', 'size', 'quota', 'rate', 'pow', 'time', 'expired', 'deleted', 'protected'] as const),
  ...(['relay-kind', 'invalid', 'moderation', 'disk', 'maintenance', 'read'] as const),
] as const
export type RefusalCause = (typeof refusalCauses)[number]

export interface Why {
  readonly cause: RefusalCause
  readonly rule?: string | undefined
}
