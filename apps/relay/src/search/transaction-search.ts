import type { FoundTransaction } from '@hornets/contract/admin/search'
import type { WalletService } from '../wallet/wallet-service.ts'
import type { SearchOptions, SearchSource } from './search.ts'

const lettersMin = 4

export class TransactionSearch implements SearchSource {
  readonly category = 'transactions' as const
  readonly #wallet: Pick<WalletService, 'findTransactions'>

  constructor(wallet: Pick<WalletService, 'findTransactions'>) {
    this.#wallet = wallet
  }

  async find(text: string, { limit }: SearchOptions): Promise<FoundTransaction[]> {
    const start = text.replace(/^bitcoin:/i, '').split('?', 1)[0] ?? ''
    if (start.length < lettersMin || !/^[0-9a-z]+$/i.test(start)) return []
    const found = await this.#wallet.findTransactions(start, limit)
    return found.map(transaction => ({ category: this.category, ...transaction }))
  }
}
