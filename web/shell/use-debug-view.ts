import { useLocalStorage } from '@mantine/hooks'
import { useMay } from '#web/api/base-data.ts'

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
