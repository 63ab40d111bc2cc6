import { getFileDetails } from '@hornets/contract/admin/files/catalogue'
import { uploadFile } from '@hornets/contract/admin/files/file-changes'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../../api/calls/api.ts'
import { failureText } from '../../../api/calls/failure-text.ts'
import { upload } from '../../../api/calls/files/upload.ts'
import { offersCall } from '../../../api/server/server.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { FileButton } from '../../../ui/buttons/file-button.tsx'
import { TextField, type TextFieldProps } from '../../../ui/forms/text-field.tsx'
import { ShownPicture } from './shown-picture.tsx'

/** An image's address: of one that is uploaded here, or of any other server. */
export function ImageControl(props: TextFieldProps) {
  const { t } = useTexts()
  const { value, onValueChange, error } = props
  const sending = useMutation({ mutationFn: sendImage, onSuccess: address => address && onValueChange(address) })
  const isUnknown = sending.data === null && t('settings.image.noAddress')
  return (
    <div className="flex items-start gap-4">
      <ShownPicture
        key={value}
        address={value}
        className="size-14 flex-none overflow-hidden rounded-md border border-line"
      />
      <TextField
        {...props}
        type="url"
        inputMode="url"
        spellCheck={false}
        error={error || isUnknown || (sending.error ? failureText(sending.error) : undefined)}
        className="min-w-0 flex-1"
        suffix={
          offersCall(uploadFile) && (
            <FileButton accept="image/*" size="small" loading={sending.isPending} onFile={file => sending.mutate(file)}>
              {t('settings.image.upload')}
            </FileButton>
          )
        }
      />
    </div>
  )
}

/** Null if the relay knows no address of its own at which clients reach the file. */
async function sendImage(file: File): Promise<string | null> {
  const signal = new AbortController().signal
  const { file: stored } = await upload(uploadFile, file, {
    query: { name: file.name.slice(0, 255) },
    signal,
    onProgress: () => {},
  })
  return (await api.call(getFileDetails, { params: { hash: stored.Hash } })).publicUrl
}
