import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '../../../api/calls/api-error.ts'
import { failureText } from '../../../api/calls/failure-text.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Card } from '../../../ui/content/card.tsx'
import { Badge } from '../../../ui/states/badge.tsx'
import { Skeleton } from '../../../ui/states/skeleton.tsx'
import { FaceDialog } from './face-dialog.tsx'
import { Faces } from './face-loop.tsx'
import type { Face } from './faces.ts'
import { useFaces } from './use-faces.ts'

/** Who pays for this relay (SUBS-01). Equally high in every state, because charts are below. */
export function SubscriberStrip() {
  const { t } = useTexts()
  const { query, faces, isSample } = useFaces()
  const [shown, show] = useState<Face>()
  const [isOpen, setOpen] = useState(false)
  return (
    <Card
      title={t('subscribers.strip.title')}
      aside={
        <span className="flex items-center gap-3">
          {isSample && <Badge kind="warn">{t('subscribers.strip.sample')}</Badge>}
          <Link
            to="/subscribers"
            aria-label={`${t('ui.details')}: ${t('subscribers.strip.title')}`}
            className="rounded-sm text-muted hover:text-text hover:underline"
          >
            {t('ui.details')}
          </Link>
        </span>
      }
    >
      <div className="mt-2 grid min-h-20 content-center">
        {faces && faces.length > 0 ? (
          <Faces
            faces={faces}
            onOpen={face => {
              show(face)
              setOpen(true)
            }}
          />
        ) : query.isPending ? (
          <div role="status" className="flex gap-10 overflow-hidden px-5">
            <span className="sr-only">{t('ui.loading')}</span>
            {[1, 2, 3].map(place => (
              <Skeleton key={place} className="size-12 flex-none rounded-full" />
            ))}
          </div>
        ) : query.error ? (
          <div role="alert" className="flex flex-wrap items-center gap-3 text-small">
            <span className="text-bad">{failed(query.error, t)}</span>
            <Button size="small" loading={query.isFetching} onClick={() => void query.refetch()}>
              {t('ui.tryAgain')}
            </Button>
          </div>
        ) : (
          <p className="text-muted text-small">{t('subscribers.strip.empty')}</p>
        )}
      </div>
      {shown && <FaceDialog face={shown} open={isOpen} onClose={() => setOpen(false)} />}
    </Card>
  )
}

/** `Request failed: 500` (SUBS-18); without an answer, what happened instead. */
const failed = (error: unknown, t: ReturnType<typeof useTexts>['t']) =>
  error instanceof ApiError && error.status > 0
    ? t('subscribers.strip.failed', { status: error.status })
    : failureText(error)
