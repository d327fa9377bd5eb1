import { Switch } from '@mantine/core'
import { MailCheck } from 'lucide-react'
import { use } from 'react'
import { useDebugView } from './debug-view.ts'
import { MAIL_TEST, openFrameDialog } from './frame-dialogs.ts'
import { FramePartsContext } from './frame-parts.ts'
import classes from './SideDrawer.module.css'

/** Spec §2: additional entries of the menu for admins. */
export const DrawerToolsMenu = ({ onChosen }: { onChosen: (() => void) | undefined }) => {
  const debug = useDebugView()
  const { MailTest } = use(FramePartsContext)
  const testMail = () => {
    onChosen?.()
    openFrameDialog(MAIL_TEST)
  }
  return (
    <ul className={`sh-flush sh-rule-above ${classes.separated}`}>
      <li className={classes.switch}>
        <Switch
          label="Debug-Ansicht"
          checked={debug.isOn}
          onChange={(event) => debug.setOn(event.currentTarget.checked)}
        />
      </li>
      {MailTest && (
        <li>
          <button
            type="button"
            className={`sh-line sh-ink sh-gap-3 ${classes.entry}`}
            aria-haspopup="dialog"
            onClick={testMail}
          >
            <MailCheck size={20} aria-hidden />
            E-Mail-Test
          </button>
        </li>
      )}
    </ul>
  )
}
