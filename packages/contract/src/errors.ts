import * as z from 'zod/mini'
import { sentenceParts } from './sentence-parts.ts'

/** All error codes; each determines the HTTP status. */
export const errorStatus = {
  bad_request: 400,
  invalid_fields: 400,
  unauthorized: 401,
  invalid_credentials: 401,
  payment_required: 402,
  forbidden: 403,
  password_needed: 403,
  confirmation_needed: 403,
  signup_closed: 403,
  setup_token_required: 403,
  not_found: 404,
  timeout: 408,
  conflict: 409,
  repeated_payment: 409,
  wallet_missing: 409,
  wallet_locked: 409,
  length_required: 411,
  too_large: 413,
  unsupported_media_type: 415,
  range_not_satisfiable: 416,
  payment_refused: 422,
  unprocessable: 422,
  rate_limited: 429,
  internal: 500,
  bad_gateway: 502,
  unavailable: 503,
  maintenance: 503,
} as const satisfies Record<string, number>

export type ErrorCode = keyof typeof errorStatus

/** `fields`: dotted path → message. `template` and `figures`: the message as data. `reason`: finer than the code. */
export const errorBody = z.object({
  error: z.string(),
  code: z.enum(Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]]),
  fields: z.optional(z.record(z.string(), z.string())),
  reason: z.optional(z.string()),
  ...sentenceParts,
})
export type ErrorBody = z.infer<typeof errorBody>
