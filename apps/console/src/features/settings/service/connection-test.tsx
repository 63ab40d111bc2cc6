import type { Group } from '@hornets/contract/admin/settings'
import { type TestedGroup, testedGroups, testService } from '@hornets/contract/admin/settings/services'
import { useMutation } from '@tanstack/react-query'
import { PlugZap } from 'lucide-react'
import { api } from '../../../api/calls/api.ts'
import { formFailureText } from '../../../api/calls/failure-text.ts'
import { useMay } from '../../../api/session/use-may.ts'
import { translateMessage, useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Alert } from '../../../ui/states/alert.tsx'
import { formatNumber } from '../../../ui/text/format.ts'

interface ConnectionTestProps {
  readonly group: Group
  /** The form as it would be saved. */
  readonly body: () => Record<string, Record<string, unknown>>
}

/** Calls the service once with the values of the form; nothing for groups without one. */
export function ConnectionTest({ group, body }: ConnectionTestProps) {
  const { t } = useTexts()
  const may = useMay(testService)
  const { mutate, isPending, data, error } = useMutation({
    mutationFn: (tested: TestedGroup) => api.call(testService, { params: { group: tested }, body: body() }),
  })
  const tested = testedGroups.find(name => name === group.name)
  if (!tested || !may) return null
  return (
    <div className="mt-4 grid justify-items-start gap-3">
      <Button icon={PlugZap} loading={isPending} onClick={() => mutate(tested)}>
        {t('settings.service.test')}
      </Button>
      {error && <Alert kind="error">{formFailureText(error)}</Alert>}
      {data && !isPending && (
        <Alert
          kind={data.ok ? 'success' : 'error'}
          title={
            data.ok
              ? t('settings.service.answered', { ms: formatNumber(data.took_ms) })
              : translateMessage(data.error ?? '')
          }
        >
          <p className="wrap-anywhere">{data.answer ?? data.detail}</p>
        </Alert>
      )}
    </div>
  )
}
