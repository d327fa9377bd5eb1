import { Link, useRouter } from '@tanstack/react-router'
import { paths } from '#web/paths.ts'
import classes from './AppShell.module.css'

const LINKS = [
  { text: 'Start', to: paths.home },
  { text: 'Impressum', to: '/impressum' },
  { text: 'Datenschutz', to: '/datenschutz' },
]

/** Spec §2, footer; a link shows once its page stands in `routes.tsx`. */
export const Footer = () => {
  const { routesByPath } = useRouter()
  return (
    <footer className={classes.footer}>
      {LINKS.filter(({ to }) => to in routesByPath).map(({ text, to }) => (
        <Link key={to} to={to}>
          {text}
        </Link>
      ))}
    </footer>
  )
}
