import { type Approval, giveApproval, withdrawApproval } from '@hornets/contract/wallet/security'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { messageOf } from '../../../api/calls/api-error.ts'
import { readSession } from '../../../api/session/session.ts'
import { type Translate, translateMessage, useTexts } from '../../../i18n/texts.ts'
import { Person } from '../../../person/person.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { formatDateTime } from '../../../ui/text/format.ts'
import { formatExactSats } from '../../../ui/text/sats.ts'
import { shortenMiddle } from '../../../ui/text/shorten.ts'
import { type Payments, usePayments } from '../paying/use-payments.ts'
import { sessionQueries } from '../service/queries.ts'
import { signNote, wallet } from '../service/wallet-service.ts'
import { Payees } from './payees.tsx'
import { SendApproved } from './send-approved.tsx'

/** How the requester uses an approval. */
const nextSteps = {
  lightning: 'wallet.security.approvedLightning',
  settings: 'wallet.security.approvedSettings',
  words: 'wallet.security.approvedWords',
  operators: 'wallet.security.approvedOperators',
} as const

export function ApprovalList({ approvals }: { readonly approvals: readonly Approval[] }) {
  const { t } = useTexts()
  const payments = usePayments()
  const queryClient = useQueryClient()
  const keep = (answer: Approval[]) => queryClient.setQueryData(sessionQueries.approvals.queryKey, answer)
  const onError = (error: unknown) => toast.error(translateMessage(messageOf(error)))
  const giving = useMutation({
    mutationFn: async ({ id, content }: Approval) =>
      wallet.call(giveApproval, { body: { id, event: await signNote(content) } }),
    onSuccess: keep,
    onError,
  })
  const withdrawing = useMutation({
    mutationFn: (id: string) => wallet.call(withdrawApproval, { body: { id } }),
    onSuccess: keep,
    onError,
  })
  if (approvals.length === 0) return <p className="text-muted text-small">{t('wallet.security.approvalsNone')}</p>
  return (
    <ul className="border-line border-t">
      {approvals.map(approval => (
        <ApprovalItem
          key={approval.id}
          approval={approval}
          payments={payments}
          isGiving={giving.isPending && giving.variables.id === approval.id}
          onGive={() => giving.mutate(approval)}
          onWithdraw={() => withdrawing.mutate(approval.id)}
        />
      ))}
    </ul>
  )
}

interface ApprovalItemProps {
  readonly approval: Approval
  readonly payments: Payments
  readonly isGiving: boolean
  readonly onGive: () => void
  readonly onWithdraw: () => void
}

function ApprovalItem({ approval, payments, isGiving, onGive, onWithdraw }: ApprovalItemProps) {
  const { t } = useTexts()
  const { subject, asked_by, asked_at, approved_by } = approval
  const isOwn = asked_by === readSession()?.user.npub
  const time = formatDateTime(asked_at)
  return (
    <li className="grid gap-2 border-line border-b py-3 last:border-b-0">
      <p className="flex flex-wrap items-center gap-x-1.5 text-small">
        <span className="wrap-anywhere">{whatOf(subject, t)}</span>
        {'pubkey' in subject && <Person pubkey={subject.pubkey} size="tiny" />}
      </p>
      {subject.kind === 'payment' && subject.request.choice === 5 && <Payees payees={subject.request.payees} />}
      <p className="wrap-anywhere rounded-sm bg-sunken px-2 py-1.5 font-mono text-caption">{approval.content}</p>
      <p className="flex flex-wrap items-center gap-x-1.5 text-caption text-muted">
        {approved_by && <span>{t('wallet.security.approved')}</span>}
        {approved_by && <Person pubkey={approved_by} size="tiny" />}
        {!approved_by && <span>{t(isOwn ? 'wallet.security.askedByYou' : 'wallet.security.askedBy', { time })}</span>}
        {!approved_by && !isOwn && <Person pubkey={asked_by} size="tiny" />}
      </p>
      {approved_by && subject.kind !== 'payment' && isOwn && (
        <p className="text-caption text-muted">{t(nextSteps[subject.kind])}</p>
      )}
      {approved_by && subject.kind === 'payment' && isOwn && <SendApproved subject={subject} payments={payments} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button size="small" onClick={onWithdraw}>
          {t(isOwn || approved_by ? 'wallet.security.takeBack' : 'wallet.security.refuse')}
        </Button>
        {!isOwn && !approved_by && (
          <Button size="small" variant="primary" loading={isGiving} onClick={onGive}>
            {t('wallet.security.approve')}
          </Button>
        )}
      </div>
    </li>
  )
}

function whatOf(subject: Approval['subject'], t: Translate): string {
  if (subject.kind === 'lightning') {
    const amount = formatExactSats(subject.spent_sats)
    return t('wallet.security.lightningPayment', { amount, payee: shortenMiddle(subject.payee, 10, 6) })
  }
  if (subject.kind === 'settings') return t('wallet.security.changedSettings')
  if (subject.kind === 'words') return t('wallet.security.showWords')
  if (subject.kind === 'operators')
    return t(subject.action === 'add' ? 'wallet.security.addsOperator' : 'wallet.security.removesOperator')
  const amount = formatExactSats(subject.spent_sats)
  const { request, recipient } = subject
  return request.choice === 5
    ? t('wallet.security.paymentToMany', { amount, count: request.payees.length })
    : t('wallet.security.payment', { amount, recipient })
}
