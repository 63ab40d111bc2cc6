import { uploadFile } from '@hornets/contract/admin/files/file-changes'
import { useQueryClient } from '@tanstack/react-query'
import { Upload } from 'lucide-react'
import { useRef } from 'react'
import { staleOn } from '../../../api/queries/cached.ts'
import { useRefusal } from '../../../api/session/use-may.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { forgetDescription, noteQuery } from './note-choice.tsx'
import { addUploads } from './upload-queue.ts'
import { useDropped } from './use-dropped.ts'

/** Takes files: by a button, or dropped on the page. */
export function Intake() {
  const { t } = useTexts()
  const input = useRef<HTMLInputElement>(null)
  const client = useQueryClient()
  const refusal = useRefusal(uploadFile)
  const take = (files: readonly File[]) => {
    addUploads(files, noteQuery(), () => void client.invalidateQueries(staleOn('files')))
    forgetDescription()
  }
  const isOver = useDropped(refusal === undefined, take)
  return (
    <>
      <Button
        variant="primary"
        icon={Upload}
        disabled={refusal !== undefined}
        title={refusal}
        onClick={() => input.current?.click()}
      >
        {t('media.upload.action')}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          target.value = ''
          take(files)
        }}
        className="hidden"
        aria-hidden
        tabIndex={-1}
      />
      {isOver && (
        <div className="pointer-events-none fixed inset-3 z-40 grid place-items-center rounded-md border-2 border-accent-text border-dashed bg-veil">
          <p className="rounded-md border border-line bg-raised px-4 py-3 font-semibold shadow-float">
            {t('media.upload.drop')}
          </p>
        </div>
      )}
    </>
  )
}
