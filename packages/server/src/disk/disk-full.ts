/** SQLITE_FULL, or the system's error. */
export function isDiskFullError(error: unknown): boolean {
  const { code, errcode } = (error ?? {}) as { code?: unknown; errcode?: unknown }
  return errcode === 13 || code === 'ENOSPC' || code === 'EDQUOT'
}
