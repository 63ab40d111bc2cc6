import { imageLists, removeImageList } from '@hornets/contract/admin/files/hash-lists'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { api } from '../../../api/calls/api.ts'
import { failureText } from '../../../api/calls/failure-text.ts'
import { apiQuery } from '../../../api/queries/api-query.ts'
import { staleOn } from '../../../api/queries/cached.ts'
import { useMay } from '../../../api/session/use-may.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { confirm } from '../../../ui/overlays/confirm.ts'
import { toast } from '../../../ui/overlays/toast.ts'
import { formatDateTime } from '../../../ui/text/format.ts'

/** Images that lists name by their perceptual hash; nobody here has seen them. */
export function ImageLists() {
  const { t } = useTexts()
  const heading = useId()
  const client = useQueryClient()
  const may = useMay(removeImageList)
  const { data } = useQuery(apiQuery(imageLists))
  const { mutate, isPending } = useMutation({
    mutationFn: async (reason: string) => {
      const question = { title: t('media.lists.removeTitle'), text: t('media.lists.removeText', { reason }) }
      if (!(await confirm({ ...question, action: t('media.lists.remove') }))) return
      await api.call(removeImageList, { body: { reason } })
      await client.invalidateQueries(staleOn('files'))
    },
    onError: error => toast.error(failureText(error)),
  })
  if (!data || data.lists.length === 0) return null
  return (
    <section aria-labelledby={heading} className="grid gap-2">
      <h3 id={heading} className="font-semibold">
        {t('media.lists.images')}
      </h3>
      <p className="text-muted text-small">{t('media.lists.imagesText')}</p>
      <ul className="grid gap-2">
        {data.lists.map(({ reason, hashes, at }) => (
          <li key={reason} className="flex items-start gap-3 rounded-md border border-line p-2 text-small">
            <div className="grid min-w-0 flex-1 gap-0.5">
              <span className="break-words font-semibold">{reason}</span>
              <span className="text-caption text-muted">
                {t('media.lists.hashes', { count: hashes })} · {formatDateTime(at)}
              </span>
            </div>
            {may && (
              <Button
                size="small"
                loading={isPending}
                aria-label={t('media.lists.removeOne', { reason })}
                onClick={() => mutate(reason)}
              >
                {t('media.lists.remove')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
