import { Table } from '@mantine/core'
import { useSignedIn } from '#web/api/base-data.ts'
import { callLog } from '#web/api/call-log.ts'
import { useStored } from '#web/ui/store.ts'
import classes from './shell-dialogs.module.css'

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
          <Table className={classes.calls ?? ''} w="auto" fz="inherit" verticalSpacing={2} withRowBorders={false}>
            <Table.Thead>
              <Table.Tr>
                {['Aufruf', 'Status', 'Dauer', 'Kennung'].map((head) => (
                  <Table.Th key={head} scope="col">
                    {head}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {calls.map(({ id, method, path, status, durationMs, requestId }) => (
                <Table.Tr key={id}>
                  <Table.Td>{`${method} ${path}`}</Table.Td>
                  <Table.Td>{status || 'keine Antwort'}</Table.Td>
                  <Table.Td>{`${durationMs} ms`}</Table.Td>
                  <Table.Td>{requestId ?? '–'}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </section>
      </details>
      <details>
        <summary>Rechte ({baseData.permissions.length})</summary>
        <p>{baseData.permissions.join(', ') || 'keine'}</p>
      </details>
    </aside>
  )
}
