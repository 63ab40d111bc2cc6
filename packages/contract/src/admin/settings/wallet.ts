import * as z from 'zod/mini'
import { isExplorerTemplate } from '../../explorer.ts'
import { messages } from '../../messages.ts'
import { defineGroup, field } from './group.ts'
import { requiredText, text } from './rules.ts'

export const wallet = defineGroup({
  name: 'wallet',
  path: 'wallet',
  title: 'Wallet',
  description: 'Which wallet service may report to this relay.',
  prefixed: true,
  served: true,
  fields: {
    name: field({
      schema: requiredText(messages.walletNameRequired),
      default: 'default',
      title: 'Name',
      description:
        'Name of the wallet whose reports are taken: its WALLET_NAME. While the two differ, nothing of it shows here; once they are the same, it tells everything again.',
      control: 'text',
    }),
    api_key: field({
      schema: requiredText(messages.walletApiKeyRequired),
      default: '',
      title: 'API key',
      description: 'Secret that both sides share. Made at the first start.',
      control: 'secret',
      secret: true,
      role: 'owner',
      confirm: true,
    }),
    explorer_url: field({
      schema: text.check(
        z.refine(template => template === '' || isExplorerTemplate(template), { error: messages.explorerInvalid }),
      ),
      default: '',
      title: 'Block explorer',
      description:
        'Address of a page about a transaction, with {txid} for its id. Transactions then link to it; nothing is loaded from it by itself. Empty: no link.',
      control: 'text',
    }),
  },
})
