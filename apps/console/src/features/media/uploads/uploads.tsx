import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { ProgressBar } from '../../../ui/states/progress-bar.tsx'
import { formatBytes } from '../../../ui/text/format.ts'
import { clearUploads, isUnderWay, stopUploads, type Upload, useUploads } from './upload-queue.ts'

/** Failures that are shown by name. */
const shownFailures = 5

/** How the uploads of this tab stand, and which have failed and why. */
export function Uploads() {
  const { t } = useTexts()
  const uploads = useUploads()
  if (uploads.length === 0) return null
  const isWorking = uploads.some(isUnderWay)
  const failed = uploads.filter(({ state }) => state === 'failed')
  const known = uploads.filter(({ state }) => state === 'known').length
  const ended = uploads.filter(one => !isUnderWay(one)).length
  const sum = (of: (upload: Upload) => number) => uploads.reduce((total, upload) => total + of(upload), 0)
  const [sent, bytes] = [sum(one => one.sent), sum(one => one.bytes)]
  return (
    <section
      aria-label={t('media.upload.list')}
      className="grid gap-2 rounded-md border border-line bg-surface px-3 py-2 text-small"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p role="status" className="min-w-0 flex-1 basis-52">
          <span className="font-semibold">
            {isWorking
              ? t('media.upload.running', { count: uploads.length, done: ended })
              : t('media.upload.ended', { count: ended - failed.length })}
          </span>{' '}
          <span className="text-muted tabular-nums">
            {isWorking && t('media.upload.sent', { sent: formatBytes(sent), bytes: formatBytes(bytes) })}
            {!isWorking && known > 0 && t('media.upload.known', { count: known })}
          </span>
        </p>
        <Button size="small" onClick={isWorking ? stopUploads : clearUploads}>
          {isWorking ? t('ui.cancel') : t('ui.close')}
        </Button>
      </div>
      {isWorking && <ProgressBar label={t('media.upload.list')} value={bytes === 0 ? 0 : sent / bytes} />}
      {failed.length > 0 && (
        <ul role="alert" className="grid gap-1 text-bad">
          {failed.slice(0, shownFailures).map(({ id, name, reason }) => (
            <li key={id} className="break-words">
              <bdi>{name}</bdi>: {reason}
            </li>
          ))}
          {failed.length > shownFailures && (
            <li>{t('media.upload.moreFailed', { count: failed.length - shownFailures })}</li>
          )}
        </ul>
      )}
    </section>
  )
}
