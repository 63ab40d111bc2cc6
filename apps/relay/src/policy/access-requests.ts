/** NIP-43. */
export const joinRequestKind = 28_934
export const inviteKind = 28_935
export const leaveRequestKind = 28_936

export const accessRequestKinds: ReadonlySet<number> = new Set([joinRequestKind, leaveRequestKind])
