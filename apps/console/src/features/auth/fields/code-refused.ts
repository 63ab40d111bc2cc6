import { ApiError } from '../../../api/calls/api-error.ts'

/** Whether the server rejected the code itself: not if it was silent, failed, or rate-limited. */
export const isCodeRefused = (error: unknown): boolean =>
  error instanceof ApiError && error.status > 0 && error.status < 500 && error.status !== 429
