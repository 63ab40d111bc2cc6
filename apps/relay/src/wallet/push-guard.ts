import { messages } from '@hornets/contract'
import { wallet } from '@hornets/contract/admin/settings'
import { pushBalance } from '@hornets/contract/wallet/relay/push'
import { ApiError } from '@hornets/server/api-error'
import type { Clock } from '@hornets/server/clock'
import { callerOf } from '@hornets/server/http/caller'
import { CustomerLimiter } from '@hornets/server/http/customers/customer-limiter'
import { checkSignedCall } from '@hornets/server/http/signed-call'
import type { FastifyRequest } from 'fastify'
import type { AuditLog } from '../audit/audit-log.ts'
import type { Settings } from '../settings/settings.ts'

/** Only refusals count, so that strangers at the wallet's address cannot block its valid calls. */
const refusalLimit = { burst: 60, perMinute: 30 }

export interface PushGuardOptions {
  readonly settings: Settings
  readonly audit: AuditLog
  readonly now: Clock
  readonly spendSignature: (signature: string, untilMs: number) => Promise<boolean>
}

/** Accepts calls that the wallet signed with the current shared key, under the configured name. */
export class PushGuard {
  readonly #parts: PushGuardOptions
  readonly #refusals: CustomerLimiter

  constructor(parts: PushGuardOptions) {
    this.#parts = parts
    this.#refusals = new CustomerLimiter(refusalLimit, parts.now)
  }

  /** Throws ApiError('unauthorized'), then ApiError('rate_limited') for repeated failures. */
  async checkSignature(request: FastifyRequest, body: Buffer): Promise<void> {
    const { settings, now, spendSignature } = this.#parts
    try {
      await checkSignedCall(request.headers, body, {
        apiKey: settings.get(wallet).api_key || null,
        nowMs: now(),
        useOnce: spendSignature,
        takesFamily: true,
        refusal: messages.pushSignatureWrong,
      })
    } catch (error) {
      if (error instanceof ApiError) await this.#refuse(request, 'signature')
      throw error
    }
  }

  /** Throws ApiError('forbidden') if any name is not the configured wallet's. */
  async checkNames(request: FastifyRequest, names: readonly string[]): Promise<void> {
    const { name } = this.#parts.settings.get(wallet)
    if (names.every(given => given === name)) return
    await this.#refuse(request, 'wallet_name')
    throw new ApiError('forbidden', messages.pushNameWrong)
  }

  async #refuse(request: FastifyRequest, wrong: string): Promise<void> {
    const { address } = callerOf(request)
    const target = request.routeOptions.url ?? ''
    await this.#parts.audit.recordRefusal({
      actor: { pubkey: null, address },
      action: pushBalance.audit,
      target,
      after: { wrong },
    })
    this.#refusals.take(address)
  }
}
