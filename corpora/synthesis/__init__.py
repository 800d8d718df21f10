"""How the demo corpus is made: sentences, spoken by eSpeak NG, brought to a pitch by WORLD."""
