import type { Person } from '@hornets/contract/admin/accounts/people'
import { Link } from '@tanstack/react-router'
import { useTexts } from '../../../i18n/texts.ts'
import { textLink } from '../../../ui/buttons/text-link.ts'
import { Card } from '../../../ui/content/card.tsx'
import { formatBytes } from '../../../ui/text/format.ts'

/** The media manager shows this person's files. */
export function Elsewhere({ person: { pubkey, files, file_bytes } }: { readonly person: Person }) {
  const { t } = useTexts()
  return (
    <Card title={t('people.one.files')} aside={files > 0 && formatBytes(file_bytes)}>
      <p className="mt-1 flex flex-wrap gap-x-4 text-small">
        {files > 0 ? (
          <Link to="/media-manager" search={{ owner: pubkey } as never} className={textLink}>
            {t('people.one.showFiles')}
          </Link>
        ) : (
          <span className="text-muted">{t('people.one.noFiles')}</span>
        )}
      </p>
    </Card>
  )
}
