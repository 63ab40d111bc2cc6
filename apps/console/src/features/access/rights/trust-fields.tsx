import { type AccessRights, explainTrust, trustDepthMax } from '@hornets/contract/admin/access-rights'
import { useState } from 'react'
import { api } from '../../../api/calls/api.ts'
import { formFailureText } from '../../../api/calls/failure-text.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Person } from '../../../person/person.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { NumberField } from '../../../ui/forms/number-field.tsx'
import { TextArea } from '../../../ui/forms/text-area.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { formatNumber } from '../../../ui/text/format.ts'
import type { PartProps } from './rights-draft.ts'

export function TrustFields({ saved, draft, onChange }: PartProps & { readonly saved: AccessRights }) {
  const { t } = useTexts()
  const { size } = saved.trust
  return (
    <div className="mt-4 grid gap-4">
      <TextArea
        label={t('access.rights.roots')}
        description={t('access.rights.rootsHint')}
        value={draft.roots}
        onValueChange={roots => onChange({ roots })}
        rows={3}
      />
      <NumberField
        label={t('access.rights.depth')}
        description={t('access.rights.depthHint')}
        value={draft.depth}
        onValueChange={depth => onChange({ depth })}
        min={1}
        max={trustDepthMax}
        className="max-w-60"
      />
      {size !== undefined && <p role="status">{t('access.rights.size', { count: size })}</p>}
      {size !== undefined && <Why />}
    </div>
  )
}

/** Why a key is trusted: the chain of follow lists that leads to it. */
function Why() {
  const { t } = useTexts()
  const [key, setKey] = useState('')
  const [path, setPath] = useState<readonly string[]>()
  const [error, setError] = useState<string>()

  async function ask(): Promise<void> {
    setError(undefined)
    try {
      setPath((await api.call(explainTrust, { params: { pubkey: key.trim() } })).path)
    } catch (failure) {
      setPath(undefined)
      setError(formFailureText(failure))
    }
  }

  return (
    <div className="grid gap-2">
      <div className="flex items-start gap-2">
        <TextField
          label={t('access.rights.why')}
          description={t('access.rights.whyHint')}
          error={error}
          value={key}
          onValueChange={setKey}
          mono
          className="flex-1"
        />
        <Button className="mt-5.5" disabled={key.trim() === ''} onClick={() => void ask()}>
          {t('access.rights.ask')}
        </Button>
      </div>
      {path?.length === 0 && <p role="status">{t('access.rights.notTrusted')}</p>}
      {path && path.length > 0 && (
        <ol role="status" className="flex flex-wrap gap-2">
          {path.map((pubkey, at) => (
            <li key={pubkey} className="flex items-center gap-2 text-small">
              <span className="text-muted">{formatNumber(at + 1)}</span>
              <Person pubkey={pubkey} size="tiny" />
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}
