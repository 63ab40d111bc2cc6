import { altMax, uploadFile } from '@hornets/contract/admin/files/file-changes'
import { useMay } from '../../../api/session/use-may.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { watched } from '../../../watched.ts'

const storageKey = 'media.note'

interface NoteChoice {
  readonly isOn: boolean
  readonly alt: string
}

const choice = watched<NoteChoice>({ isOn: localStorage.getItem(storageKey) === 'on', alt: '' })

/** What uploads ask for, in their query: whether the relay publishes a note of each file, and what it says. */
export function noteQuery(): { readonly note?: '1'; readonly alt?: string } {
  const { isOn, alt } = choice.read()
  if (!isOn) return {}
  return { note: '1', ...(alt.trim() && { alt: alt.trim() }) }
}

/** The description is of the files that were taken, not of the next ones. */
export const forgetDescription = (): void => choice.tell({ ...choice.read(), alt: '' })

/** Whether uploads from now on are published as notes (NIP-94); remembered on this device. */
export function NoteChoice() {
  const { t } = useTexts()
  const { isOn, alt } = choice.useValue()
  const mayUpload = useMay(uploadFile)
  if (!mayUpload) return null
  return (
    <div className="grid items-start gap-x-6 gap-y-2 sm:grid-cols-[auto_minmax(0,28rem)]">
      <Checkbox
        checked={isOn}
        onCheckedChange={on => {
          localStorage.setItem(storageKey, on ? 'on' : 'off')
          choice.tell({ isOn: on, alt })
        }}
        label={t('media.upload.note')}
        description={t('media.upload.noteMeans')}
        className="max-w-120"
      />
      {isOn && (
        <TextField
          label={t('media.upload.alt')}
          maxLength={altMax}
          value={alt}
          onValueChange={value => choice.tell({ isOn, alt: value })}
        />
      )}
    </div>
  )
}
