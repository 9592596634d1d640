export const colours = {
  light: {
    paper: '#f3f3f8',
    sheet: '#fbfbfe',
    ink: '#1a1430',
    inkSoft: '#443d5c',
    tint: '#2c3f8f',
    pale: '#a3a9d6',
    accent: '#8a1c46',
    ornament: '#a87b00',
  },
  dark: {
    paper: '#14102a',
    sheet: '#1d1838',
    ink: '#f1eefb',
    inkSoft: '#cbc6de',
    tint: '#a9b8ff',
    pale: '#51598f',
    accent: '#ff9db8',
    ornament: '#d9b45b',
  },
} as const;
