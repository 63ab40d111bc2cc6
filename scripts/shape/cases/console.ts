import { type Cases, relay, wallet, web } from './cases.ts'

export const consoleCases: Cases = {
  'features-apart': {
    refuses: [
      { [`${web}/features/media/page.tsx`]: "import { b } from '../settings/form.tsx'" },
      { [`${web}/features/media/page.tsx`]: "import { router } from '../../app/router.tsx'" },
    ],
    allows: {
      [`${web}/features/media/page.tsx`]:
        "import './table.tsx'\nimport '../../ui/button.tsx'\nimport '../../api/client.ts'",
      [`${web}/app/router.tsx`]: "import '../features/media/page.tsx'",
    },
  },
  'ui-knows-nothing': {
    refuses: [
      { [`${web}/ui/button.tsx`]: "import { b } from '../features/media/b.ts'" },
      { [`${web}/ui/button.tsx`]: "import { b } from '../api/client.ts'" },
      { [`${web}/ui/button.tsx`]: "import type { User } from '@hornets/contract/admin'" },
    ],
    allows: { [`${web}/ui/button.tsx`]: "import { clsx } from 'clsx'\nimport './icon.tsx'" },
  },
  'api-below-features': {
    refuses: [
      { [`${web}/api/client.ts`]: "import { b } from '../features/media/b.ts'" },
      { [`${web}/api/client.ts`]: "import { toast } from '../ui/toast.tsx'" },
    ],
    allows: { [`${web}/api/client.ts`]: "import { endpoints } from '@hornets/contract/admin'" },
  },
  // I18N-04, R-79
  'no-literal-texts': {
    refuses: [
      '<p>Save</p>',
      '<p>{"Save"}</p>',
      '<p>{a ? t("a.b") : "Save"}</p>',
      '<p>{a && `files`}</p>',
      '<Button label="Save" />',
      '<Button saveLabel={"Save"} />',
      '<a title={a ?? "Save"} />',
      '<img alt={`Picture`} />',
      '<input placeholder={"Save" + a} />',
      '<i aria-label="Save" />',
      '<Select choices={[{ value: a, label: "Save" }]} />',
      '<b onClick={() => toast.error("Save")} />',
      '<b onClick={() => confirm({ title: "Save" })} />',
    ].map(text => ({ [`${web}/features/media/a.tsx`]: `const a = ${text}` })),
    allows: {
      [`${web}/features/media/a.tsx`]:
        'const a = <p className="b" title={t("a.b")}>{t(c ? "a.b" : "a.c")} 5 · — {c === "open" && "✓"}<img alt="" /></p>',
      [`${web}/features/auth/b.tsx`]: "onNotice({ kind: 'success', title: 'Login successful' })",
      [`${web}/features/media/a.test.tsx`]: 'const a = <p>Save</p>',
      'apps/console/gallery/a.tsx': 'const a = <p>Save</p>',
      [`${web}/features/media/b.ts`]: "const a = { text: 'a' }",
    },
  },
  'names-apart': {
    refuses: [
      '<p>{file.FileName} {size}</p>',
      '<p>{name}: {reason}</p>',
      '<p>{t("a.b")} {a.author ?? b}</p>',
      '<p>{key}{row.label && <>{short} {row.label}</>}</p>',
      '<>{count} {isLong ? excerpt : ""}</>',
    ].map(text => ({ [`${web}/features/media/a.tsx`]: `const a = ${text}` })),
    allows: {
      [`${web}/features/media/a.tsx`]:
        'const a = <p>{name && <b>{name}</b>} {size}<bdi>{file.FileName}</bdi> {t("a.b", { name })} {count[name]}</p>',
      [`${web}/features/media/b.tsx`]: 'const a = <p><Icon /> {name}</p>',
    },
  },
  'written-by-locale': {
    refuses: [
      { [`${web}/features/media/a.tsx`]: 'const a = size.toFixed(2)' },
      { [`${web}/features/media/size.ts`]: 'const a = size.toLocaleString()' },
      { [`${web}/ui/day.ts`]: 'const a = date.toLocaleDateString("de")' },
      { [`${web}/ui/day.ts`]: 'const a = new Intl.NumberFormat().format(5)' },
      { [`${web}/ui/day.tsx`]: 'const a = new Date().toISOString()' },
    ],
    allows: {
      [`${web}/ui/format.ts`]: 'const a = new Intl.NumberFormat(locale).format(5)',
      [`${web}/features/wallet/call.ts`]: 'const timestamp = new Date().toISOString()',
      [`${web}/features/media/size.test.ts`]: 'const a = size.toFixed(2)',
      [`${relay}/media/size.ts`]: 'const a = size.toFixed(2)',
    },
  },
  'answers-in-contract': {
    refuses: [
      { [`${wallet}/send/routes.ts`]: "throw new ApiError('not_found', 'There is no such thing')" },
      { [`${relay}/settings/settings-service.ts`]: "throw new ApiError('not_found', `None`)" },
      { 'packages/server/src/a.ts': "const tooSlow = new ApiError('timeout', \"It's slow\")" },
      { [`${wallet}/chain/a.ts`]: "throw new ChainError('The node is away')" },
    ],
    allows: {
      [`${wallet}/send/routes.ts`]: "throw new ApiError('not_found', walletMessages.coinUnknown)",
      [`${relay}/media/routes.ts`]: "throw new ApiError('not_found', 'There is no such file')",
      [`${wallet}/send/routes.test.ts`]: "throw new ApiError('not_found', 'x')",
    },
  },
}
