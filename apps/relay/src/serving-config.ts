import { wholeNumber } from '@hornets/server/process/environment'
import { z } from 'zod'
import type { Place } from './nostr/serving/machines/secure-link.ts'

export interface ServingConfig {
  /** 1: this one alone serves clients. */
  readonly processes: number
  /** This is a serving machine of a relay whose main process is at one of these places. */
  readonly main: { readonly places: readonly Place[]; readonly secret: string } | undefined
  /** Where serving machines connect; undefined: nowhere. */
  readonly machines: (Place & { readonly secret: string }) | undefined
}

const place = z
  .string()
  .regex(/^(\[[0-9a-f:.]+\]|[^\s:[\]/@]+):\d{1,5}$/i)
  .transform(text => {
    const at = text.lastIndexOf(':')
    return { host: text.slice(0, at).replace(/^\[|\]$/g, ''), port: Number(text.slice(at + 1)) }
  })
  .refine(({ port }) => port <= 65_535)

const places = z
  .string()
  .transform(text => text.split(',').map(one => one.trim()))
  .pipe(z.array(place))

const processesMax = 64

export const servingVariables = {
  RELAY_PROCESSES: wholeNumber(processesMax)
    .refine(number => number >= 1)
    .default(1),
  RELAY_MAIN: places.optional(),
  SERVING_LISTEN: place.optional(),
  SERVING_SECRET: z
    .string()
    .regex(/^[\x21-\x7e]{32,200}$/)
    .optional(),
}

export const servingExpected: Record<keyof typeof servingVariables, string> = {
  RELAY_PROCESSES: `a whole number from 1 to ${processesMax}`,
  RELAY_MAIN: 'host:port, or several with commas between them',
  SERVING_LISTEN: 'host:port',
  SERVING_SECRET: '32 to 200 characters without spaces',
}

type Read = z.output<z.ZodObject<typeof servingVariables>>

export function servingConfigOf(read: Read): ServingConfig {
  const { RELAY_PROCESSES: processes, RELAY_MAIN, SERVING_LISTEN, SERVING_SECRET: secret } = read
  const needing = RELAY_MAIN ? 'RELAY_MAIN' : 'SERVING_LISTEN'
  if ((RELAY_MAIN || SERVING_LISTEN) && !secret)
    throw new Error(`SERVING_SECRET should be ${servingExpected.SERVING_SECRET}: ${needing} needs it.`)
  const withSecret = (at: Place | undefined) => at && secret && { ...at, secret }
  const main = RELAY_MAIN && secret ? { places: RELAY_MAIN, secret } : undefined
  return { processes, main, machines: withSecret(SERVING_LISTEN) || undefined }
}
