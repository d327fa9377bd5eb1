import { Link, useMatches, useRouter } from '@tanstack/react-router'
import { isDevelopmentHost } from '#contract/changelog/changelog.ts'
import { formatDateTime } from '#contract/dates.ts'
import { useMay } from '#web/api/base-data.ts'
import { paths } from '#web/paths.ts'
import { useBriefWait } from '#web/ui/native/use-brief-wait.ts'
import classes from './AppShell.module.css'
import { alertDialog } from './dialogs.tsx'
import { type FrameDialog, openFrameDialog } from './frame-dialogs.ts'
import { useVersion } from './use-version.ts'

interface FooterLink {
  text: string
  to: string
  /** The dialog that replaces the page when the route says so. */
  dialog?: FrameDialog
}

const LINKS: FooterLink[] = [
  { text: 'Start', to: paths.home },
  { text: 'Impressum', to: paths.legalNotice, dialog: 'impressum' },
  { text: 'Datenschutz', to: paths.dataPrivacyNotice, dialog: 'datenschutz' },
  { text: 'ChangeLog', to: paths.changelog },
  { text: 'Barrierefreiheit', to: paths.accessibility },
  { text: 'Hilfe', to: paths.help },
]

/** Spec §2: a dialog leaves the page and its input untouched. */
const FooterEntry = ({ text, to, dialog }: FooterLink) => {
  const usesDialogs = useMatches({ select: (matches) => matches.at(-1)?.staticData.entry?.footerUseDialogs })
  if (!usesDialogs || !dialog) return <Link to={to}>{text}</Link>
  return (
    <button
      type="button"
      className={classes.footerButton}
      aria-haspopup="dialog"
      onClick={() => openFrameDialog(dialog)}
    >
      {text}
    </button>
  )
}

/** Spec §2: shows the version this page was loaded with; opens the changelog for users who may see it (domain §9c). */
const VersionButton = () => {
  const { initial } = useVersion()
  const { routesByPath, navigate } = useRouter()
  const mayRead = useMay()('view changelog') && paths.changelog in routesByPath
  if (!initial) return null
  const { name, build_date: builtAt } = initial
  const hasBuildDate = builtAt !== null && isDevelopmentHost(window.location.hostname)
  const built = hasBuildDate ? formatDateTime(builtAt) : ''
  const tell = () => alertDialog({ message: `Sie arbeiten mit Version ${name}${built && `, gebaut am ${built} Uhr`}.` })
  return (
    <span className={classes.version}>
      <button
        type="button"
        className={classes.footerButton}
        onClick={() => void (mayRead ? navigate({ to: paths.changelog }) : tell())}
      >
        VERSION v{name}
      </button>
      {built && <span>gebaut {built}</span>}
    </span>
  )
}

/** Spec §2, footer; a link shows once its page stands in `routes.tsx`. */
export const Footer = () => {
  const { routesByPath } = useRouter()
  const { initial } = useVersion()
  // On a phone the version takes a line of its own, and the others would move.
  const isWaiting = useBriefWait(initial !== null)
  return (
    <footer className={classes.footer} data-waits={isWaiting || undefined}>
      {LINKS.filter(({ to }) => to in routesByPath).map((link) => (
        <FooterEntry key={link.to} {...link} />
      ))}
      <VersionButton />
    </footer>
  )
}
