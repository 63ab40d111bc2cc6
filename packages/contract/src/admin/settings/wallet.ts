import * as z from 'zod/mini'
import { isExplorerTemplate } from '../../explorer.ts'
import { messages } from '../../messages.ts'
import { defineGroup, field } from './group.ts'
import { requiredText, text } from './rules.ts'

export const wallet = defineGroup({
  name: 'wallet',
  path: 'wallet',
  title: 'Wallet',
  description: 'The wallet service that can report to this relay.',
  prefixed: true,
  fields: {
    name: field({
      schema: requiredText(messages.walletNameRequired),
      default: 'default',
      title: 'Name',
      description:
        'Accepts reports from the wallet with this WALLET_NAME. If the names differ, nothing is shown; once they match, the wallet reports everything again.',
      control: 'text',
    }),
    api_key: field({
      schema: requiredText(messages.walletApiKeyRequired),
      default: '',
      title: 'API key',
      description: 'Secret shared by relay and wallet. Created at the first start.',
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
        'Address of a transaction page, with {txid} for its id. Transactions link to it; nothing is loaded from it automatically. Empty: no link.',
      control: 'text',
    }),
  },
})
