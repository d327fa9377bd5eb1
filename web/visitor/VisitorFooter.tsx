import { useState } from 'react'
import { isDevelopmentHost } from '#contract/changelog/changelog.ts'
import { formatDateTime } from '#contract/dates.ts'
import { LEGAL_TITLES } from '#contract/legal/legal.ts'
import { BASE } from '#web/base-path.ts'
import { paths } from '#web/paths.ts'
import classes from '#web/shell/AppShell.module.css'
import { useVersion } from '#web/shell/use-version.ts'
import { NativeDialog } from '#web/ui/native/NativeDialog.tsx'

const LINKS = [
  { text: 'Start', to: paths.home },
  { text: LEGAL_TITLES.impressum, to: paths.legalNotice },
  { text: LEGAL_TITLES.datenschutz, to: paths.dataPrivacyNotice },
  { text: 'ChangeLog', to: paths.changelog },
  { text: LEGAL_TITLES.barrierefreiheit, to: paths.accessibility },
]

/** The version of this page: visitors may not read the changelog, so a press says it in words (domain §9c). */
const VersionButton = () => {
  const { initial } = useVersion()
  const [isOpen, setOpen] = useState(false)
  if (!initial) return null
  const { name, build_date: builtAt } = initial
  const built = builtAt !== null && isDevelopmentHost(location.hostname) ? formatDateTime(builtAt) : ''
  return (
    <span className={classes.version}>
      <button type="button" className={classes.footerButton} onClick={() => setOpen(true)}>
        VERSION v{name}
      </button>
      {built && <span>gebaut {built}</span>}
      {isOpen && (
        <NativeDialog title="Hinweis" closeLabel="OK" onClose={() => setOpen(false)}>
          <p>{`Sie arbeiten mit Version ${name}${built && `, gebaut am ${built} Uhr`}.`}</p>
        </NativeDialog>
      )}
    </span>
  )
}

/** The staff's footer (spec §2) with plain links: its pages are not part of this entry. */
export const VisitorFooter = () => (
  <footer className={classes.footer}>
    {LINKS.map(({ text, to }) => (
      <a key={to} href={BASE + to}>
        {text}
      </a>
    ))}
    <VersionButton />
  </footer>
)
