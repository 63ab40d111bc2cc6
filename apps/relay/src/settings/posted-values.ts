import { messages } from '@hornets/contract'
import { fieldKey, type Group, queryCache, queryCacheValues, secretMask } from '@hornets/contract/admin/settings'
import { ApiError } from '@hornets/server/api-error'
import { invalidFields, parseSafely } from '@hornets/server/http/serve'
import { normalise } from './normalise.ts'

export type Values = Record<string, unknown>

/**
 * By field key without prefix. A posted mask means 'unchanged'. Throws ApiError('invalid_fields') naming every field.
 */
export function readPosted(group: Group, posted: Values): Values {
  return group.name === queryCache.name ? readMap(posted) : readFields(group, posted)
}

function readFields(group: Group, posted: Values): Values {
  const fields: Record<string, string> = {}
  const values: Values = Object.create(null)
  for (const [postedKey, value] of Object.entries(posted)) {
    const key = fieldKey(group, postedKey)
    const field = Object.hasOwn(group.fields, key) ? group.fields[key] : undefined
    if (!field) fields[postedKey] = messages.unknownSetting
    else if (key in values) fields[key] = messages.duplicateKey
    else if (field.secret && value === secretMask) continue
    else {
      const result = parseSafely(field.schema, value)
      if (result.success) values[key] = normalise(group.name, key, result.data, fields)
      else for (const { path, message } of result.error.issues) fields[[key, ...path].join('.')] ??= message
    }
  }
  const [first] = Object.values(fields)
  if (first !== undefined) throw new ApiError('invalid_fields', first, { fields })
  return values
}

function readMap(posted: Values): Values {
  const result = parseSafely(queryCacheValues, posted)
  if (!result.success) throw invalidFields(result.error)
  const keys = Object.keys(posted).map(key => key.trim())
  const twice = keys.find((key, index) => keys.indexOf(key) !== index)
  if (twice !== undefined)
    throw new ApiError('invalid_fields', messages.duplicateKey, { fields: { [twice]: messages.duplicateKey } })
  return result.data
}
