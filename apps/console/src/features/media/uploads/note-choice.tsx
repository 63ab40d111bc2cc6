import { altMax, uploadFile } from '@hornets/contract/admin/files/file-changes'
import clsx from 'clsx'
import { ChevronDown } from 'lucide-react'
import { useRef, useState } from 'react'
import { useMay } from '../../../api/session/use-may.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { signal } from '../../../signal.ts'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { Popover } from '../../../ui/overlays/popover.tsx'

const storageKey = 'media.note'

interface NoteChoice {
  readonly isOn: boolean
  readonly alt: string
}

const choice = signal<NoteChoice>({ isOn: localStorage.getItem(storageKey) === 'on', alt: '' })

/** What uploads ask for, in their query: whether the relay publishes a note of each file, and what it says. */
export function noteQuery(): { readonly note?: '1'; readonly alt?: string } {
  const { isOn, alt } = choice.get()
  if (!isOn) return {}
  return { note: '1', ...(alt.trim() && { alt: alt.trim() }) }
}

/** The description is of the files that were taken, not of the next ones. */
export const forgetDescription = (): void => choice.set({ ...choice.get(), alt: '' })

/** Whether uploads from now on are published as notes (NIP-94), behind a button; remembered on this device. */
export function NoteChoice() {
  const { t } = useTexts()
  const { isOn, alt } = choice.useValue()
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const mayUpload = useMay(uploadFile)
  if (!mayUpload) return null
  return (
    <>
      <IconButton
        ref={button}
        icon={ChevronDown}
        label={t('media.upload.options')}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className={clsx('border', isOn ? 'border-accent-text bg-accent-soft text-accent-text' : 'border-line-strong')}
      />
      <Popover open={isOpen} onOpenChange={setOpen} anchor={button} title={t('media.upload.options')}>
        <div className="grid gap-4">
          <Checkbox
            checked={isOn}
            onCheckedChange={on => {
              localStorage.setItem(storageKey, on ? 'on' : 'off')
              choice.set({ isOn: on, alt })
            }}
            label={t('media.upload.note')}
            description={t('media.upload.noteMeans')}
          />
          {isOn && (
            <TextField
              label={t('media.upload.alt')}
              maxLength={altMax}
              value={alt}
              onValueChange={value => choice.set({ isOn, alt: value })}
            />
          )}
        </div>
      </Popover>
    </>
  )
}
