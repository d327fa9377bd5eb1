import { Center, Group, Loader, Text } from '@mantine/core'

/** Spec §2: what the main area shows until its data is there. */
export const LoadingText = () => (
  <Center p="xl">
    <Group gap="sm" role="status">
      <Loader aria-hidden />
      <Text>Daten werden geladen</Text>
    </Group>
  </Center>
)
