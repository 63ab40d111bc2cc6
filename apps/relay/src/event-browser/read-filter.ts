import { eventMessages } from '@hornets/contract/admin/events/event-messages'
import { ApiError } from '@hornets/server/api-error'
import type { Filter } from '../events/filter.ts'
import { parseFilter } from '../nostr/messages/parse-filter.ts'

const limits = { filterValuesMax: 1000 }

/** Throws ApiError('invalid_fields') for what is no filter. */
export function readFilter(given: unknown): Filter {
  const parsed = parseFilter(given, limits)
  if ('filter' in parsed) return parsed.filter
  throw filterInvalid(parsed.error)
}

export function readFilterText(text: string): Filter {
  try {
    return readFilter(JSON.parse(text))
  } catch (error) {
    throw error instanceof ApiError ? error : filterInvalid(error)
  }
}

function filterInvalid(cause: unknown): ApiError {
  const { filterInvalid: message } = eventMessages
  return new ApiError('invalid_fields', message, { fields: { filter: message }, cause })
}
