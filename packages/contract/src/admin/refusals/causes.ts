/** Why something was refused: the closed list by which refusals are counted. */
export const refusalCauses = [
  ...(['blocked', 'not-listed', 'not-invited', 'not-paid', 'not-trusted', 'word', 'address', 'kind'] as const),
  ...(['media-type', 'size', 'quota', 'rate', 'pow', 'time', 'expired', 'deleted', 'protected'] as const),
  ...(['relay-kind', 'invalid', 'moderation', 'disk', 'maintenance', 'read'] as const),
] as const
export type RefusalCause = (typeof refusalCauses)[number]

/** Why, and what of the operator's caused it: `rule:<id>`, or the list and the value of an entry, `words:spam`. */
export interface Why {
  readonly cause: RefusalCause
  readonly rule?: string | undefined
}
