import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { failureText } from '../../../api/calls/failure-text.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { Skeleton } from '../../../ui/states/skeleton.tsx'
import { Section } from '../details/section.tsx'
import { sessionQueries } from '../service/queries.ts'
import { viewParameter } from '../service/use-wallet-view.ts'
import { ApprovalList } from './approval-list.tsx'
import { LimitsForm } from './limits-form.tsx'
import { OperatorList } from './operator-list.tsx'

interface SecurityDialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

export function SecurityDialog(props: SecurityDialogProps) {
  const { t } = useTexts()
  const [isDirty, setDirty] = useState(false)
  return (
    <Dialog
      {...props}
      title={t('wallet.security.title')}
      dirty={props.open && isDirty}
      guard={{ title: t('session.unsaved.title'), text: t('session.unsaved.text'), parameter: viewParameter }}
    >
      {props.open && <Content onDirty={setDirty} />}
    </Dialog>
  )
}

function Content({ onDirty }: { readonly onDirty: (isDirty: boolean) => void }) {
  const { t } = useTexts()
  const [account, security, operators, approvals] = useQueries({
    queries: [sessionQueries.account, sessionQueries.security, sessionQueries.operators, sessionQueries.approvals],
  })
  const failed = [account, security, operators, approvals].find(query => query.data === undefined && query.error)
  if (failed?.error)
    return (
      <ErrorState
        message={failureText(failed.error)}
        onRetry={() => void failed.refetch()}
        retrying={failed.isFetching}
      />
    )
  if (!account.data || !security.data || !operators.data || !approvals.data) return <Skeleton className="h-60" />
  const hasPassword = !account.data.watch_only
  const { settings, day_spent_sats } = security.data
  return (
    <div className="grid gap-6">
      {(settings.second_approval || approvals.data.length > 0) && (
        <Section title={t('wallet.security.approvals')}>
          <ApprovalList approvals={approvals.data} />
        </Section>
      )}
      {hasPassword && (
        <Section title={t('wallet.security.limits')}>
          <LimitsForm
            saved={settings}
            daySpentSats={day_spent_sats}
            canBeApproved={operators.data.operators.length > 1}
            onDirty={onDirty}
          />
        </Section>
      )}
      <Section title={t('wallet.security.operators')}>
        <OperatorList known={operators.data} hasPassword={hasPassword} />
      </Section>
    </div>
  )
}
