// The states of the default model.
import '../library/any-model/states.test.ts';
