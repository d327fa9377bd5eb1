export const APP_NAME = 'Schulhof'
