import { ApiError } from '../../../api/calls/api-error.ts'

/** Whether the server looked at the code and did not take it: not where it was silent, failed, or had been asked too often. */
export const isCodeRefused = (error: unknown): boolean =>
  error instanceof ApiError && error.status > 0 && error.status < 500 && error.status !== 429
