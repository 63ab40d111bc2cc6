import { kindMax } from '@hornets/contract/nostr'
import { Plus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useTexts } from '../../i18n/texts.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'

/** A kind by number (NIP-01: 0 to 65535); null if invalid. */
export function readKind(text: string): number | null {
  const digits = text.trim()
  const kind = Number(digits)
  return /^\d{1,5}$/.test(digits) && kind <= kindMax ? kind : null
}

export function AddKind({ onAdd }: { readonly onAdd: (kind: number) => void }) {
  const { t } = useTexts()
  const [text, setText] = useState('')
  const [isWrong, setWrong] = useState(false)

  function add(event: FormEvent): void {
    event.preventDefault()
    event.stopPropagation()
    const kind = readKind(text)
    setWrong(kind === null)
    if (kind === null) return
    onAdd(kind)
    setText('')
  }

  return (
    <form noValidate onSubmit={add} className="mt-5 flex max-w-80 items-start gap-2 border-line">
      <TextField
        label={t('relaySettings.kinds.addLabel')}
        description={t('relaySettings.kinds.addHint')}
        error={isWrong ? t('relaySettings.kinds.invalid') : undefined}
        value={text}
        onValueChange={next => {
          setText(next)
          setWrong(false)
        }}
        inputMode="numeric"
        className="flex-1"
      />
      <Button type="submit" icon={Plus} className="mt-5.5">
        {t('relaySettings.kinds.add')}
      </Button>
    </form>
  )
}
