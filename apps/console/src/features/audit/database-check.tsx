import { checkDatabases } from '@hornets/contract/admin/live'
import { useMutation } from '@tanstack/react-query'
import { DatabaseZap } from 'lucide-react'
import { api } from '../../api/calls/api.ts'
import { formFailureText } from '../../api/calls/failure-text.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Alert } from '../../ui/states/alert.tsx'

/** Checks the relay's database files and names damaged ones. */
export function useDatabaseCheck() {
  return useMutation({ mutationFn: () => api.call(checkDatabases) })
}

export function DatabaseCheckButton({ check }: { readonly check: ReturnType<typeof useDatabaseCheck> }) {
  const { t } = useTexts()
  return (
    <Button icon={DatabaseZap} loading={check.isPending} onClick={() => check.mutate()}>
      {t('audit.databases.check')}
    </Button>
  )
}

export function DatabaseResult({ check: { data, error } }: { readonly check: ReturnType<typeof useDatabaseCheck> }) {
  const { t } = useTexts()
  if (error) return <Alert kind="error">{formFailureText(error)}</Alert>
  if (!data) return null
  if (data.damaged.length === 0) return <Alert kind="success">{t('audit.databases.whole')}</Alert>
  return (
    <Alert kind="error" title={t('audit.databases.damaged')}>
      {t('audit.databases.damagedText', { files: data.damaged.join(', ') })}
    </Alert>
  )
}
