import { verifyAudit } from '@hornets/contract/admin/audit'
import { useMutation } from '@tanstack/react-query'
import { Link2 } from 'lucide-react'
import { api } from '../../api/calls/api.ts'
import { formFailureText } from '../../api/calls/failure-text.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { CopyButton } from '../../ui/buttons/copy-button.tsx'
import { Alert } from '../../ui/states/alert.tsx'
import { shortenMiddle } from '../../ui/text/shorten.ts'

/** Verifies the hash chain at the relay and shows the result. */
export function useChainCheck() {
  return useMutation({ mutationFn: () => api.call(verifyAudit) })
}

export function ChainCheckButton({ check }: { readonly check: ReturnType<typeof useChainCheck> }) {
  const { t } = useTexts()
  return (
    <Button icon={Link2} loading={check.isPending} onClick={() => check.mutate()}>
      {t('audit.chain.check')}
    </Button>
  )
}

export function ChainResult({ check: { data, error } }: { readonly check: ReturnType<typeof useChainCheck> }) {
  const { t } = useTexts()
  if (error) return <Alert kind="error">{formFailureText(error)}</Alert>
  if (!data) return null
  if (!data.whole)
    return (
      <Alert kind="error" title={t('audit.chain.broken')}>
        {t('audit.chain.brokenText', { entry: data.firstBroken ?? 0 })}
      </Alert>
    )
  return (
    <Alert kind="success" title={t('audit.chain.whole', { count: data.entries })}>
      {data.head && (
        <span className="flex flex-wrap items-center gap-x-2">
          {t('audit.chain.head')}
          <span className="flex items-center gap-1 font-mono text-caption">
            {shortenMiddle(data.head, 16, 16)}
            <CopyButton value={data.head} label={t('audit.copyHash')} />
          </span>
        </span>
      )}
    </Alert>
  )
}
