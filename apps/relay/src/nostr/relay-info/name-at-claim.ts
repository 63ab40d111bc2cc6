import { relayInfo } from '@hornets/contract/admin/settings'
import { callerOf } from '@hornets/server/http/caller'
import type { Logger } from '@hornets/server/process/logger'
import type { FastifyRequest } from 'fastify'
import type { Actor } from '../../audit/audit-log.ts'
import { type RelayNames, relayAddressBeside } from './relay-names.ts'

interface NamingParts {
  readonly names: Pick<RelayNames, 'addresses'>
  readonly settings: { save(group: string, values: Record<string, unknown>, actor: Actor): Promise<unknown> }
  readonly accounts: { owners(): Promise<string[]> }
  readonly logger: Logger
}

/** Takes the relay's first name from the address at which its owner used the console to claim it. */
export function namingAtClaim({ names, settings, accounts, logger }: NamingParts) {
  return async (request: FastifyRequest): Promise<void> => {
    try {
      const address = relayAddressBeside(consoleAddressOf(request), request.socket.localPort ?? 0)
      if (address === undefined || names.addresses().length > 0) return
      const [pubkey = null] = await accounts.owners()
      await settings.save(relayInfo.name, { relayaddresses: address }, { pubkey, address: callerOf(request).address })
    } catch (err) {
      logger.error({ err }, 'could not save the claim address as a relay address')
    }
  }
}

/** The browser's view: a proxy can change the Host header, but not the page's origin. */
function consoleAddressOf({ headers, protocol, host }: FastifyRequest): string {
  const origin = headers.origin ?? ''
  return /^https?:\/\//.test(origin) && URL.canParse(origin) ? origin : `${protocol}://${host}`
}
