import { useLocalStorage } from '@mantine/hooks'
import { useMay, useSignedIn } from '#web/api/base-data.ts'
import { callLog } from '#web/api/call-log.ts'
import { useStored } from '#web/ui/store.ts'
import classes from './shell-dialogs.module.css'

/** Spec §3, §6: stored in the browser, and active only with 'debug view'. */
export const useDebugView = () => {
  const [flag, setFlag] = useLocalStorage<unknown>({
    key: 'atw_debug_view',
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  const isOn = flag === true
  const isActive = useMay()('debug view') && isOn
  return { isOn, isActive, setOn: (on: boolean) => setFlag(on) }
}

/** The debug view: the last calls of the page, and the user's permissions. */
export const DebugCard = () => {
  const calls = useStored(callLog)
  const baseData = useSignedIn()
  if (!baseData) return null
  return (
    <aside className={`sh-small sh-rule-above sh-screen-only ${classes.panel}`} aria-label="Debug-Ansicht">
      <details open>
        <summary>Letzte Aufrufe</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <section className="sh-scrolls" aria-label="Aufrufe" tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">Aufruf</th>
                <th scope="col">Status</th>
                <th scope="col">Dauer</th>
                <th scope="col">Kennung</th>
              </tr>
            </thead>
            <tbody>
              {calls.map(({ id, method, path, status, durationMs, requestId }) => (
                <tr key={id}>
                  <td>
                    {method} {path}
                  </td>
                  <td>{status || 'keine Antwort'}</td>
                  <td>{durationMs} ms</td>
                  <td>{requestId ?? '–'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
      <details>
        <summary>Rechte ({baseData.permissions.length})</summary>
        <p>{baseData.permissions.join(', ') || 'keine'}</p>
      </details>
    </aside>
  )
}
