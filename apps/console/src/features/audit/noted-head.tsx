import { verifyAudit } from '@hornets/contract/admin/audit'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '../../api/calls/api.ts'
import { formFailureText } from '../../api/calls/failure-text.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { Alert } from '../../ui/states/alert.tsx'

/** Looks up a hash that was saved earlier: if it is missing, the end of the log was cut off. */
export function NotedHead() {
  const { t } = useTexts()
  const [typed, setTyped] = useState('')
  const [isWrong, setIsWrong] = useState(false)
  const look = useMutation({ mutationFn: (head: string) => api.call(verifyAudit, { query: { head } }) })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const head = typed.trim().toLowerCase()
    const isHash = /^[0-9a-f]{64}$/.test(head)
    setIsWrong(!isHash)
    if (isHash) look.mutate(head)
  }
  return (
    <form onSubmit={submit} noValidate className="grid gap-3 rounded-md border border-line bg-surface p-3.5">
      <TextField
        label={t('audit.chain.noted')}
        description={t('audit.chain.notedHint')}
        mono
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onValueChange={value => {
          setTyped(value)
          setIsWrong(false)
          look.reset()
        }}
        error={isWrong ? t('audit.chain.notedWrong') : undefined}
        suffix={
          <Button type="submit" loading={look.isPending}>
            {t('audit.chain.compare')}
          </Button>
        }
      />
      {look.error && <Alert kind="error">{formFailureText(look.error)}</Alert>}
      {look.data?.headFound === true && <Alert kind="success">{t('audit.chain.found')}</Alert>}
      {look.data?.headFound === false && (
        <Alert kind="error" title={t('audit.chain.missing')}>
          {t('audit.chain.missingText')}
        </Alert>
      )}
    </form>
  )
}
