import { Center, Group, Loader, Text } from '@mantine/core'

/** Spec §2: shown in the main area until its data are loaded. */
export const LoadingText = () => (
  <Center p="xl" data-waits>
    <Group gap="sm" role="status">
      <Loader aria-hidden />
      <Text>Daten werden geladen</Text>
    </Group>
  </Center>
)
