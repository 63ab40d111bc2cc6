import { labelChars } from '@hornets/contract/wallet/addresses'
import { Check, Tag, X } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { useTexts } from '../../../i18n/texts.ts'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import type { LabelType } from './label-book.ts'
import type { Labels } from './use-labels.ts'

interface LabelEditProps {
  readonly labels: Labels
  readonly type: LabelType
  /** Transaction id, address or outpoint. */
  readonly of: string
  /** What is labelled, in words, e.g. 'address 3'. */
  readonly what: string
  /** Its label as shown to everyone, if different. */
  readonly reported?: string | undefined
  /** Read-only for users who cannot sign in to the wallet. */
  readonly readOnly?: boolean
}

export function LabelEdit({ labels, type, of, what, reported, readOnly = false }: LabelEditProps) {
  const { t } = useTexts()
  const [text, setText] = useState<string>()
  const opener = useRef<HTMLSpanElement>(null)
  const label = labels.of(type, of) ?? (labels.isHidden ? reported : undefined)

  if (text === undefined) {
    return (
      <span ref={opener} className="inline-flex min-w-0 max-w-full items-center gap-1">
        {label && <span className="min-w-0 break-words rounded-sm bg-sunken px-1.5 text-caption">{label}</span>}
        {!readOnly && (
          <IconButton
            size="small"
            icon={Tag}
            label={t(label ? 'wallet.labels.change' : 'wallet.labels.add', { what })}
            onClick={() => setText(label ?? '')}
          />
        )}
      </span>
    )
  }

  function close(): void {
    setText(undefined)
    // The button is rendered again and gets the focus back.
    requestAnimationFrame(() => opener.current?.querySelector('button')?.focus())
  }
  function save(event: FormEvent): void {
    event.preventDefault()
    const next = (text ?? '').trim()
    if (next !== (label ?? '')) labels.save({ type, ref: of, label: next })
    close()
  }

  return (
    <form noValidate onSubmit={save} className="w-full min-w-60">
      <TextField
        label={t('wallet.labels.of', { what })}
        labelHidden
        value={text}
        onValueChange={setText}
        maxLength={labelChars}
        autoComplete="off"
        autoFocus
        onKeyDown={event => {
          if (event.key !== 'Escape') return
          // Closes the field, not the surrounding dialog.
          event.stopPropagation()
          close()
        }}
        suffix={
          <>
            <IconButton type="submit" size="small" icon={Check} label={t('ui.save')} />
            <IconButton size="small" icon={X} label={t('ui.cancel')} onClick={close} />
          </>
        }
      />
    </form>
  )
}
