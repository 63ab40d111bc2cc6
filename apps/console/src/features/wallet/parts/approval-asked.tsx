import { walletMessages } from '@hornets/contract/wallet/answers/messages'
import { ApiError } from '../../../api/calls/api-error.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Alert } from '../../../ui/states/alert.tsx'

const nextSteps = {
  settings: 'wallet.security.asked',
  words: 'wallet.security.askedWords',
  operators: 'wallet.security.askedOperators',
} as const

/** The wallet has asked another owner: nothing went wrong. */
export const isApprovalAsked = (error: unknown): boolean =>
  error instanceof ApiError && error.message === walletMessages.approvalAsked

/** What happens after the wallet has asked another owner. */
export function ApprovalAsked({ kind }: { readonly kind: keyof typeof nextSteps }) {
  const { t } = useTexts()
  return <Alert kind="info">{t(nextSteps[kind])}</Alert>
}
