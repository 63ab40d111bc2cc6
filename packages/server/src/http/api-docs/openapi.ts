import { type Endpoint, errorBody, errorStatus } from '@hornets/contract'
import { z } from 'zod'
import type { $ZodObject, $ZodType } from 'zod/v4/core'

type Json = Record<string, unknown>

/** The OpenAPI 3.1 document of a list of endpoints. */
export function openApiOf(
  info: { title: string; version: string; description: string },
  endpoints: readonly Endpoint[],
) {
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint) }
  }
  return {
    openapi: '3.1.0',
    info,
    paths,
    components: {
      schemas: { Error: schemaOf(errorBody, 'output') },
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer' },
        wallet: { type: 'apiKey', in: 'header', name: 'X-Signature' },
      },
    },
  }
}

function operationOf(endpoint: Endpoint): Json {
  return {
    tags: [endpoint.tag],
    summary: endpoint.summary,
    ...(endpoint.role && { description: roleOf(endpoint) }),
    security: endpoint.access === 'public' ? [] : [{ [endpoint.access]: [] }],
    parameters: [...parametersOf(endpoint.params, 'path'), ...parametersOf(endpoint.query, 'query')],
    ...(endpoint.body && { requestBody: { required: true, content: jsonContent(schemaOf(endpoint.body, 'input')) } }),
    responses: { ...goodResponses(endpoint), ...errorResponses(endpoint) },
  }
}

function roleOf({ role, stepUp }: Endpoint): string {
  return `Least role: ${role}.${stepUp ? ' Asks for the password again after 10 minutes.' : ''}`
}

function parametersOf(schema: $ZodObject | undefined, place: 'path' | 'query'): Json[] {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as { properties?: Json; required?: string[] }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }))
}

function goodResponses(endpoint: Endpoint): Json {
  return Object.fromEntries(
    Object.entries(endpoint.answers).map(([status, schema]) => [
      status,
      {
        description: 'OK',
        ...(schema && { content: jsonContent(schemaOf(schema, 'output')) }),
        ...(endpoint.produces && { content: { [endpoint.produces]: {} } }),
      },
    ]),
  )
}

function errorResponses(endpoint: Endpoint): Json {
  const codes = new Set([...endpoint.errors, 'internal' as const])
  if (endpoint.access === 'session') codes.add('unauthorized').add('forbidden')
  if (endpoint.access === 'session' && endpoint.method !== 'GET') codes.add('rate_limited')
  if (endpoint.params || endpoint.query || endpoint.body) codes.add('bad_request')
  const byStatus = new Map<number, string[]>()
  for (const code of codes) byStatus.set(errorStatus[code], [...(byStatus.get(errorStatus[code]) ?? []), code])
  return Object.fromEntries(
    [...byStatus].map(([status, names]) => [
      status,
      { description: names.join(', '), content: jsonContent({ $ref: '#/components/schemas/Error' }) },
    ]),
  )
}

const jsonContent = (schema: Json): Json => ({ 'application/json': { schema } })

function schemaOf(schema: $ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
  return rest
}
