import { Emitter } from '@hornets/server/emitter'
import type { Logger } from '@hornets/server/process/logger'
import type { PaymentsService } from '../payments/payments-service.ts'
import type { Allowances } from '../quotas/allowances.ts'

export interface SubscriptionNewsParts {
  readonly allowances: Allowances
  readonly payments: { readonly inbox: Pick<PaymentsService['inbox'], 'changed'> }
  readonly logger: Logger
}

export class SubscriptionNews {
  readonly #parts: SubscriptionNewsParts
  readonly #onChange: Emitter<readonly string[]>

  constructor(parts: SubscriptionNewsParts) {
    this.#parts = parts
    this.#onChange = new Emitter(err => parts.logger.error({ err }, 'a listener failed on a subscription'))
  }

  onChange(listener: (pubkeys: readonly string[]) => void): () => void {
    return this.#onChange.subscribe(listener)
  }

  /** Resolves once it is effective; never rejects. */
  async changed(pubkeys: readonly string[]): Promise<void> {
    if (pubkeys.length === 0) return
    const { allowances, logger } = this.#parts
    await allowances.refresh(pubkeys).catch(err => logger.error({ err }, 'could not read subscriptions'))
    this.#onChange.emit(pubkeys)
  }

  /** The same after a payment, whose notification is there as well. Never rejects. */
  async credited(pubkeys: readonly string[]): Promise<void> {
    const effective = this.changed(pubkeys)
    if (pubkeys.length > 0) this.#parts.payments.inbox.changed()
    await effective
  }
}
