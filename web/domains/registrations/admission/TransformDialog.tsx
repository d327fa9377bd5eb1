import { Button, Group, Modal, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { RegistrationDetails } from '#contract/registrations/registrations.details.ts'
import { registrationEndpoints } from '#contract/registrations/registrations.ts'
import { failureText } from '#web/api/errors.ts'
import { queryFor } from '#web/api/queries.ts'
import { childName } from '#web/domains/registrations/child-name.ts'
import { focusTitleIfLost } from '#web/ui/focus-field.ts'
import { LoadingText } from '#web/ui/LoadingText.tsx'
import { useOpenState } from '#web/ui/use-opened.ts'
import { TransformForm } from './TransformForm.tsx'

interface TransformDialogProps {
  details: RegistrationDetails
  isOpen: boolean
  onClose: () => void
}

/** The choices are asked for at each opening: classes fill and duplicates appear meanwhile. */
const TransformBody = ({ details, onClose }: Omit<TransformDialogProps, 'isOpen'>) => {
  const options = useQuery({
    ...queryFor(registrationEndpoints.transformOptions, { params: { id: details.id } }, { quiet: true }),
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  if (options.data) return <TransformForm details={details} options={options.data} onClose={onClose} />
  if (options.isPending) return <LoadingText />
  return (
    <>
      <Text role="alert">{failureText(options.error)}</Text>
      <Group justify="flex-end" mt="lg">
        <Button onClick={onClose}>Schließen</Button>
      </Group>
    </>
  )
}

/** Makes a pupil of an accepted application (domain §3.3). */
export const TransformDialog = ({ isOpen, ...props }: TransformDialogProps) => {
  const [opened] = useOpenState(isOpen)
  return (
    <Modal
      opened={opened}
      onClose={props.onClose}
      size={560}
      // The choices come later: the title takes the focus, not the whole dialog.
      title={
        <span tabIndex={-1} data-autofocus>
          {`Als SuS übernehmen: ${childName(props.details)}`}
        </span>
      }
      onExitTransitionEnd={focusTitleIfLost}
    >
      <TransformBody {...props} />
    </Modal>
  )
}
